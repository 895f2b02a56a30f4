import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import { lateNotices } from './publication-notice.ts';
import type { Answer } from './send-publication.ts';
import type { PublishedFile, WaitingFile, Writer } from './waiting-files.ts';

/** What the relay has said of a parcel. */
export interface Published {
  readonly files: readonly PublishedFile[];
  readonly answer: Answer;
}

/** Empty where the relay did not take it. */
export function publishedOf(
  parcel: readonly WaitingFile[],
  answer: Answer | Refusal | undefined,
): Published[] {
  if (answer === undefined || isRefusal(answer)) return [];
  return [{ files: parcel.map(({ file }) => file), answer }];
}

/** All in one: the files as they were published last come first. */
export function asOne(published: readonly Published[]) {
  return {
    files: published.flatMap(({ files }) => files).toReversed(),
    answer: {
      stale_decisions: published.flatMap(({ answer }) => answer.stale_decisions),
      impacts: published.flatMap(({ answer }) => answer.impacts),
    },
  };
}

/** HOK-8: what was said of the writer's parcels goes with its agent's next hook. */
export function tellLater(writer: Writer | undefined, published: readonly Published[]): void {
  const { files, answer } = asOne(published);
  for (const notice of lateNotices(files, answer)) writer?.tell?.(notice);
}
