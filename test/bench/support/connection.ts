import { once } from 'node:events';
import { connect } from 'node:net';
import type { HttpResponse } from './http.ts';
import { ResponseReader } from './http.ts';
import type { Target } from './load.ts';

/** One keep-alive connection for one request at a time. */
export type HttpConnection = {
  /** Sends a whole request (see `serialiseRequest`) and waits for its answer. */
  exchange: (request: Buffer) => Promise<HttpResponse>;
  close: () => void;
};

/** Rejects when nobody listens. */
export async function openConnection(target: Target): Promise<HttpConnection> {
  const socket = 'port' in target ? connect(target) : connect(target.socketPath);
  await once(socket, 'connect');
  socket.setNoDelay(true);
  const reader = new ResponseReader();
  let waiting: Waiting | undefined;
  socket.on('data', (bytes) => {
    try {
      reader.push(bytes, (response) => waiting?.resolve(response));
    } catch (error) {
      waiting?.reject(error);
    }
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('the connection was closed')));
  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(request);
      }),
    close: () => void socket.destroy(),
  };
}

type Waiting = {
  resolve: (response: HttpResponse) => void;
  reject: (reason: unknown) => void;
};
