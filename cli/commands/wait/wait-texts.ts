import type { Refusal } from '../../../shared/kernel/refusal.ts';
import type { WaitRecord } from '../../../shared/waits/contract.ts';
import { targetText } from '../../command-line/targets.ts';

export function positionText(one: WaitRecord): string {
  const others =
    one.before === 0 ? 'Nobody is' : `${one.before} ${one.before === 1 ? 'is' : 'are'}`;
  return `Waiting for ${targetText(one)}. ${others} before you; Ctrl-C leaves the queue.`;
}

/** How a wait has ended. */
export function endText(one: WaitRecord): string {
  switch (one.status) {
    case 'granted':
      return `${targetText(one)} is yours now. Read it again before you edit it.`;
    case 'told':
      return `${targetText(one)} is free now. Nobody keeps it for you.`;
    default:
      return `You no longer wait for ${targetText(one)}: its session ended, or somebody gave it up.`;
  }
}

export function leftText(one: WaitRecord): string {
  return `coord: You left the queue for ${targetText(one)}.`;
}

export function timeIsUp(one: WaitRecord): string {
  return `coord: The time is up: ${targetText(one)} is still taken. You left the queue.`;
}

/** Who may still be in the queue is granted what nobody waits for. */
export function notLeftText(one: WaitRecord, { message }: Refusal): string {
  const target = targetText(one);
  return `coord: You may still be in the queue for ${target}, and get it: ${message} To leave it, give the same command again, with --timeout 0s.`;
}
