import { misfitOf } from '../contract/misfit.ts';
import { misfitOfEvent } from '../contract/events/misfit-of-event.ts';
import { parseJson } from '../kernel/json.ts';
import { replicaMessage, type ReplicaMessage } from './contract.ts';

/** What is wrong with a frame. */
export interface BadMessage {
  readonly misfit: string;
}

/**
 * LNK-1: the message in a frame of the replica, or where it is none. LNK-2: the events of a type that this version does not
 * know are in it as they came, because their `seq` counts.
 */
export function readReplicaMessage(frame: string): ReplicaMessage | BadMessage {
  const message = parseJson(frame);
  if (message === undefined) return { misfit: 'no JSON' };
  const misfit = misfitOf(replicaMessage, message) ?? misfitOfEvents(message as ReplicaMessage);
  return misfit === undefined ? (message as ReplicaMessage) : { misfit: misfit || 'no message' };
}

function misfitOfEvents(message: ReplicaMessage): string | undefined {
  if (message.kind !== 'events') return undefined;
  for (const [index, event] of message.events.entries()) {
    const misfit = misfitOfEvent(event);
    if (misfit !== undefined) return `.events[${index}]${misfit}`;
  }
  return undefined;
}
