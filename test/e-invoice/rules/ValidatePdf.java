import java.io.FileInputStream;
import java.io.File;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;

/** Prints a line "file: flavour clause message" for each rule of PDF/A-3b and PDF/UA-1 that a file breaks, then the number of files. */
public class ValidatePdf {
  public static void main(String[] files) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    for (String file : files) {
      for (PDFAFlavour flavour : new PDFAFlavour[] {PDFAFlavour.PDFA_3_B, PDFAFlavour.PDFUA_1}) {
        try (var parser = Foundries.defaultInstance().createParser(new FileInputStream(file), flavour)) {
          var result = Foundries.defaultInstance().createValidator(flavour, false).validate(parser);
          result.getTestAssertions().stream()
              .filter(assertion -> assertion.getStatus() != TestAssertion.Status.PASSED)
              .map(assertion -> new File(file).getName() + ": " + flavour + " " + assertion.getRuleId().getClause() + " " + assertion.getMessage())
              .distinct()
              .forEach(System.out::println);
        }
      }
    }
    System.out.println(files.length + " files");
    System.exit(0);
  }
}
