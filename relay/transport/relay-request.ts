import { IncomingMessage } from 'node:http';

/**
 * A request whose `Upgrade` header is ignored unless it names WebSocket, as HTTP allows: some clients offer HTTP/2 with their
 * first request, and Node would not hand such a request to the server's handlers.
 */
export class RelayRequest extends IncomingMessage {
  declare private isRequested: boolean;

  get upgrade(): boolean {
    return this.isRequested && this.headers.upgrade?.toLowerCase() === 'websocket';
  }

  /** Node sets it when it has read the request's head. */
  set upgrade(isRequested: boolean) {
    this.isRequested = isRequested;
  }
}
