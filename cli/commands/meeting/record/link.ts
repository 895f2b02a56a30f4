import { WebSocket } from 'ws';
import { refusalOfResponse } from '../../../../shared/api/refusal-of-response.ts';
import { closeCodes } from '../../../../shared/contract/close-codes.ts';
import { isPassing, isRefusal, refuse, type Refusal } from '../../../../shared/kernel/refusal.ts';
import { PieceLink, type LinkEvents } from '../../../../shared/meetings/piece-link.ts';
import { backoffMs } from '../../../../shared/node/time/backoff.ts';

/** Where the meeting is now, and the key to it; asked before each connection, since a daemon may come back elsewhere. */
type Address = () => Promise<{ readonly url: string; readonly key: string } | Refusal>;

const pauses = { firstMs: 300, maxMs: 5_000 };
/** As many pieces of five seconds as an hour has. */
const mostWaiting = 720;

/** The way of WAV files to a meeting (MTG-25). Its timers do not keep the process alive. */
export function linkTo(address: Address, events: LinkEvents): PieceLink<Uint8Array> {
  return new PieceLink<Uint8Array>({
    ...events,
    most: mostWaiting,
    open: (link) => open(address, link),
    pauseMs: (failures) => backoffMs(failures, pauses),
    later: (ms, act) => void setTimeout(act, ms).unref(),
  });
}

async function open(address: Address, link: PieceLink<Uint8Array>) {
  const at = await address().catch(() => undefined);
  if (at === undefined || isRefusal(at)) return undefined;
  const socket = new WebSocket(at.url, { headers: { authorization: `Bearer ${at.key}` } });
  socket.on('error', () => undefined);
  socket.on('open', () => link.opened());
  socket.on('message', (data) => link.said(String(data)));
  socket.on(
    'close',
    (code) => void link.lost(code === closeCodes.noAccess ? noLongerMember : undefined),
  );
  socket.on('unexpected-response', (_request, response) => {
    refusalOfResponse(response)
      .then((refusal) => link.lost(isPassing(refusal) ? undefined : refusal))
      .catch(() => link.lost());
  });
  return {
    send: (data: string | Uint8Array) => socket.send(data),
    close: () => socket.terminate(),
  };
}

const noLongerMember = refuse('Forbidden', 'You may no longer take part in this meeting.');
