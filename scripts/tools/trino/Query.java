import io.trino.testing.LocalQueryRunner;
import io.trino.testing.MaterializedResult;
import io.trino.testing.MaterializedRow;
import io.trino.testing.TestingSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs queries in Trino, in this process. Arguments: pairs of a file with a query and a file for its result as CSV. */
public class Query {
    public static void main(String[] args) throws Exception {
        try (LocalQueryRunner runner = LocalQueryRunner.create(TestingSession.testSessionBuilder().build())) {
            for (int index = 0; index < args.length; index += 2) {
                MaterializedResult result = runner.execute(Files.readString(Path.of(args[index])));
                Files.writeString(Path.of(args[index + 1]), csv(result));
            }
        }
        // Trino leaves threads behind.
        System.exit(0);
    }

    private static String csv(MaterializedResult result) {
        StringBuilder csv = new StringBuilder(String.join(",", result.getColumnNames())).append('\n');
        for (MaterializedRow row : result.getMaterializedRows()) {
            List<Object> values = row.getFields();
            for (int index = 0; index < values.size(); index++) {
                if (index > 0) csv.append(',');
                Object value = values.get(index);
                if (value != null) csv.append('"').append(value.toString().replace("\"", "\"\"")).append('"');
            }
            csv.append('\n');
        }
        return csv.toString();
    }
}
