import { WebSocket, WebSocketServer, type ServerOptions } from 'ws';
import { closeCodes } from '../../contract/close-codes.ts';

type ChooseProtocol = NonNullable<ServerOptions['handleProtocols']>;

/**
 * Takes WebSockets whose messages have at most `maxBytes`. A larger one closes its connection with 1009, and the reason names
 * the limit. `handleProtocols` says on which of the offered protocols to agree.
 */
export function socketServer(maxBytes: number, handleProtocols: ChooseProtocol): WebSocketServer {
  const tooLarge = `A message has at most ${maxBytes.toLocaleString('en-US')} bytes.`;
  /** The library closes by itself then, and gives no reason. */
  class BoundedSocket extends WebSocket {
    override close(code?: number, reason?: string | Buffer): void {
      super.close(code, reason ?? (code === closeCodes.tooBig ? tooLarge : undefined));
    }
  }
  return new WebSocketServer({
    noServer: true,
    maxPayload: maxBytes,
    handleProtocols,
    WebSocket: BoundedSocket,
  });
}

/** For the errors of such a socket: the library has closed it by then, and to cut it off would take back the reason. */
export function closedAlready(): void {}
