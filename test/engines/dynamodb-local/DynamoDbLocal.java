import java.lang.reflect.Field;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;

/**
 * DynamoDB Local in memory. Its own program listens on all addresses of the machine, and outlives tests that
 * were killed. This one listens on a free port of the loopback address, prints its address as its last line,
 * and ends when its standard input does.
 */
class DynamoDbLocal {
  public static void main(String[] none) throws Exception {
    String[] options = {"-inMemory", "-sharedDb", "-disableTelemetry"};
    DynamoDBProxyServer service = ServerRunner.createServerFromCommandLineArgs(options);
    Field field = DynamoDBProxyServer.class.getDeclaredField("server");
    field.setAccessible(true);
    ServerConnector connector = (ServerConnector) ((Server) field.get(service)).getConnectors()[0];
    connector.setHost("127.0.0.1");
    connector.setPort(0);
    service.start();
    System.out.println("http://127.0.0.1:" + connector.getLocalPort());
    while (System.in.read() != -1) {}
    System.exit(0);
  }
}
