// Takes webhooks: WEBHOOK_SECRETS=<secret>[,<former secret>] PORT=3000 java examples/Receiver.java
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receiver {
  static final int MAX_BYTES = 1 << 20;
  static final List<String> SECRETS =
      Arrays.stream(Objects.requireNonNullElse(System.getenv("WEBHOOK_SECRETS"), "").split(","))
          .filter(secret -> !secret.isEmpty())
          .toList();
  /** Ids of events that were handled; a real receiver keeps them in its database, with what it did. */
  static final Set<String> HANDLED = ConcurrentHashMap.newKeySet();
  static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  /** Whether one of the secrets signed the body; the comparison takes the same time for all. */
  static boolean isSigned(byte[] body, String header) throws GeneralSecurityException {
    for (var secret : SECRETS) {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      var expected = "sha256=" + HexFormat.of().formatHex(mac.doFinal(body));
      if (MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), header.getBytes(StandardCharsets.UTF_8)))
        return true;
    }
    return false;
  }

  static void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      var headers = exchange.getRequestHeaders();
      var body = exchange.getRequestBody().readNBytes(MAX_BYTES + 1);
      var signature = Objects.requireNonNullElse(headers.getFirst("X-Service-Signature"), "");
      if (body.length > MAX_BYTES || !isSigned(body, signature)) {
        exchange.sendResponseHeaders(401, -1);
        return;
      }
      if (HANDLED.add(headers.getFirst("X-Service-Delivery")))
        OUT.println(headers.getFirst("X-Service-Event") + " " + new String(body, StandardCharsets.UTF_8));
      exchange.sendResponseHeaders(204, -1);
    } catch (GeneralSecurityException error) {
      throw new IOException(error);
    }
  }

  public static void main(String[] arguments) throws IOException {
    var port = Integer.parseInt(Objects.requireNonNullElse(System.getenv("PORT"), "3000"));
    var server = HttpServer.create(new InetSocketAddress(port), 0);
    server.createContext("/", Receiver::take);
    server.setExecutor(Executors.newFixedThreadPool(8));
    server.start();
    OUT.println("listening on port " + port);
  }
}
