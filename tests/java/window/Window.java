import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.event.MouseAdapter;
import java.awt.event.MouseEvent;
import java.util.ArrayList;
import java.util.List;
import javax.swing.JFrame;
import javax.swing.JOptionPane;
import javax.swing.JPanel;

/** A graphical client in a page, as small as one can be: what play-jar.sh runs where no jar is given. */
public final class Window extends JPanel {
    private static final int CELL = 24;
    private static final int SIZE = 15;

    private final transient OmokClient client = new OmokClient("http://localhost:8080/", OmokClient.Dialect.MOVE);
    private final transient List<OmokClient.Stone> stones = new ArrayList<>();
    private final String pid;

    private Window() throws Exception {
        pid = client.start("Smart");
        setPreferredSize(new Dimension(CELL * (SIZE + 1), CELL * (SIZE + 1)));
        addMouseListener(new MouseAdapter() {
            @Override
            public void mousePressed(MouseEvent event) {
                play((event.getX() - CELL / 2) / CELL, (event.getY() - CELL / 2) / CELL);
            }
        });
    }

    private void play(int x, int y) {
        try {
            OmokClient.Answer answer = client.play(pid, x, y);
            stones.add(answer.ack());
            if (answer.move() != null)
                stones.add(answer.move());
            System.out.println("played " + x + "," + y + ", stones " + stones.size());
        } catch (Exception failure) {
            JOptionPane.showMessageDialog(this, failure.getMessage());
        }
        repaint();
    }

    @Override
    protected void paintComponent(Graphics graphics) {
        graphics.setColor(new Color(0xdcb35c));
        graphics.fillRect(0, 0, getWidth(), getHeight());
        graphics.setColor(Color.BLACK);
        for (int i = 1; i <= SIZE; i++) {
            graphics.drawLine(i * CELL, CELL, i * CELL, SIZE * CELL);
            graphics.drawLine(CELL, i * CELL, SIZE * CELL, i * CELL);
        }
        for (int i = 0; i < stones.size(); i++) {
            graphics.setColor(i % 2 == 0 ? Color.BLACK : Color.WHITE);
            graphics.fillOval(stones.get(i).x() * CELL + CELL / 2, stones.get(i).y() * CELL + CELL / 2, CELL, CELL);
        }
    }

    public static void main(String[] arguments) throws Exception {
        JFrame frame = new JFrame("Omok");
        frame.setContentPane(new Window());
        frame.setDefaultCloseOperation(JFrame.EXIT_ON_CLOSE);
        frame.pack();
        frame.setVisible(true);
    }
}
