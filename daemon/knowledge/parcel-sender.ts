import { isRefusal, type Refusal } from '../../shared/kernel/refusal.ts';
import type { Answer, Publication } from './send-publication.ts';
import type { WaitingFile } from './waiting-files.ts';

type Publish = (publication: Publication) => Promise<Answer | Refusal>;

/** Sends parcels, each with its writer; of one file one after the other. */
export class ParcelSender {
  /** By path, what is being sent: of one file the order counts. */
  private readonly underway = new Map<string, Promise<unknown>>();

  constructor(private readonly publish: Publish) {}

  async send(parcel: readonly WaitingFile[]): Promise<Answer | Refusal> {
    const paths = parcel.map(({ file }) => file.path);
    const earlier = paths.map((path) => this.underway.get(path));
    const sending = Promise.all(earlier).then(() => this.sendParcel(parcel));
    for (const path of paths) this.underway.set(path, sending);
    try {
      return await sending;
    } finally {
      for (const path of paths) if (this.underway.get(path) === sending) this.underway.delete(path);
    }
  }

  private async sendParcel(parcel: readonly WaitingFile[]): Promise<Answer | Refusal> {
    const files = parcel.map(({ file }) => file);
    const writer = parcel[0]?.writer;
    const sessionId = writer?.sessionId();
    const publication = {
      files,
      ...(writer?.from !== undefined && { from_git: true }),
      ...(writer?.from === 'undoing' && { taken_back: true }),
    };
    const isNamed = sessionId !== undefined;
    let answer = await this.publish({ ...publication, ...(isNamed && { session_id: sessionId }) });
    // A session that the relay has forgotten is no reason to keep the change from the team.
    if (isRefusal(answer) && answer.details['field'] === 'session_id')
      answer = await this.publish(publication);
    return answer;
  }
}
