import com.helger.io.resource.FileSystemResource;
import com.helger.phive.api.execute.ValidationExecutionManager;
import com.helger.phive.api.executorset.ValidationExecutorSetRegistry;
import com.helger.phive.api.validity.IValidityDeterminator;
import com.helger.phive.en16931.EN16931Validation;
import com.helger.phive.xml.source.IValidationSourceXML;
import com.helger.phive.xml.source.ValidationSourceXML;
import java.io.File;

/**
 * Prints a line "file: rule message" for each rule of EN 16931 that a file breaks, then the number of files. Those that end
 * with ".cii.xml" are in CII, all others in UBL, with ".cn.xml" credit notes.
 */
public class Validate {
  public static void main(String[] files) {
    var registry = new ValidationExecutorSetRegistry<IValidationSourceXML>();
    EN16931Validation.initEN16931(registry);
    var ubl = registry.getOfID(EN16931Validation.VID_UBL_INVOICE_1316);
    var creditNote = registry.getOfID(EN16931Validation.VID_UBL_CREDIT_NOTE_1316);
    var cii = registry.getOfID(EN16931Validation.VID_CII_1316);
    for (String file : files) {
      var rules = file.endsWith(".cii.xml") ? cii : file.endsWith(".cn.xml") ? creditNote : ubl;
      var source = ValidationSourceXML.create(new FileSystemResource(new File(file)));
      var results = ValidationExecutionManager.executeValidation(IValidityDeterminator.createDefault(), rules, source);
      results.getAllErrors().forEach(error -> System.out.println(new File(file).getName() + ": " + error.getErrorID() + " " + error.getErrorText(java.util.Locale.ENGLISH)));
    }
    System.out.println(files.length + " files");
    System.exit(0);
  }
}
