import type { LogEvent } from '../../shared/contract/events/events.ts';
import type { ReplicaMessage } from '../../shared/replica/contract.ts';

/** So many events, and symbols that they name, are taken in at once. */
const mostAtOnce = 250;

/** HOK-1: a message with many events as several with fewer, in their order; any other as it is. */
export function piecesOf(message: ReplicaMessage): [ReplicaMessage, ...ReplicaMessage[]] {
  if (message.kind !== 'events') return [message];
  const pieces: LogEvent[][] = [];
  let room = 0;
  for (const event of message.events) {
    const weight = weightOf(event);
    if (weight > room) {
      pieces.push([]);
      room = mostAtOnce;
    }
    pieces.at(-1)?.push(event);
    room -= weight;
  }
  const [first = [], ...rest] = pieces;
  return [{ ...message, events: first }, ...rest.map((events) => ({ ...message, events }))];
}

function weightOf(event: LogEvent): number {
  const isOfPlaces = event.type === 'file_reserved' || event.type === 'file_released';
  return isOfPlaces ? Math.max(1, event.symbols.length) : 1;
}
