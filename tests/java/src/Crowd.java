import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many clients at once: each has a thread, and the first failure of any is the failure of all. */
final class Crowd {
    private Crowd() {
    }

    static void run(List<Callable<Void>> clients) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(clients.size());
        try {
            for (Future<Void> client : threads.invokeAll(clients))
                client.get();
        } finally {
            threads.shutdownNow();
        }
    }
}
