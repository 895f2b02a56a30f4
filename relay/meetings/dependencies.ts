import type { LanguageModel } from '../../shared/models/language-model.ts';
import type { ServiceDependencies } from '../kernel/dependencies.ts';
import type { TranscriptReading } from './reading/read.ts';

export interface MeetingDependencies extends Pick<
  ServiceDependencies,
  'database' | 'authorizer' | 'commandRunner' | 'committer' | 'clock'
> {
  readonly languageModel: LanguageModel | undefined;
  readonly transcripts: TranscriptReading;
  readonly onError: (error: unknown) => void;
}
