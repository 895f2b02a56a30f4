import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

type Ending = 'is cut' | 'goes silent';

/** Stands between a relay and PostgreSQL. */
export class CuttingProxy {
  /** The transaction with this text is let through with its COMMIT, and nothing back: then its connection ends so. */
  armed: { readonly text: string; readonly how: Ending } | undefined;
  /** Nothing passes any more, and nobody is told. */
  silent = false;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly address: string,
  ) {}

  static async start(target: string): Promise<CuttingProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = new URL(target);
    const { hostname, port } = address;
    address.port = String((server.address() as AddressInfo).port);
    const proxy = new CuttingProxy(server, address.href);
    server.on('connection', (client) => proxy.join(client, connect(Number(port), hostname)));
    return proxy;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private join(client: Socket, database: Socket): void {
    let [isIn, ending]: [boolean, Ending | undefined] = [false, undefined];
    for (const socket of [client, database]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => void [client, database].map((each) => each.destroy()));
    }
    client.on('data', (bytes) => {
      if (this.silent) return;
      isIn ||= this.armed !== undefined && bytes.includes(this.armed.text);
      if (isIn && bytes.includes('COMMIT')) {
        ending = this.armed?.how;
        this.armed = undefined;
      }
      database.write(bytes);
    });
    database.on('data', (bytes) => {
      if (this.silent) return;
      if (ending === undefined) client.write(bytes);
      else if (ending === 'is cut' && bytes.includes('COMMIT')) client.destroy();
    });
  }
}
