import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the JUnit tests and prints one line for each, then how many passed and failed. */
public final class Main implements TestExecutionListener {
    private int passed;
    private int failed;
    private String group = "";

    public static void main(String[] arguments) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(JsonTest.class), selectClass(OmokTest.class), selectClass(StonesTest.class)).build();
        Main main = new Main();
        Launcher launcher = LauncherFactory.create();
        launcher.execute(request, main);
        System.out.println(main.passed + " passed, " + main.failed + " failed");
        System.exit(main.failed == 0 && main.passed > 0 ? 0 : 1);
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.getSource().map(source -> source.getClass().getSimpleName()).orElse("").equals("ClassSource"))
            group = test.getDisplayName();
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        boolean ok = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
        if (ok && !test.isTest())
            return;
        passed += ok ? 1 : 0;
        failed += ok ? 0 : 1;
        System.out.println((ok ? "ok     " : "FAILED ") + group + ": " + test.getDisplayName());
        result.getThrowable().ifPresent(cause -> cause.printStackTrace(System.out));
    }
}
