import { useMemo, useState } from 'preact/hooks';
import { isRefusal, type Refusal } from '../../../../../shared/kernel/refusal.ts';
import { DraftForm, useDraft } from '../../kit/forms/draft.tsx';
import { Page } from '../../kit/page.tsx';
import { tell } from '../../kit/toast.tsx';
import { useAddress } from '../../place/address.ts';
import { usePlace } from '../../place/place.ts';
import { useFiles } from '../../state/files.ts';
import { countOf, FileList } from './covered.tsx';
import { globsOf, previewOf } from './globs-in.ts';
import { Inputs, type Draft } from './inputs.tsx';

/** Proposes a rule; beside it stand the files that it is about, while the person types. */
export function ProposePage() {
  const { client, workspace, href } = usePlace();
  const { go } = useAddress();
  const files = useFiles().value;
  const kept = useDraft<Draft>('convention', {
    title: '',
    rationale: '',
    tier: 'should',
    globs: '',
  });
  const { draft } = kept;
  const [refusal, setRefusal] = useState<Refusal>();
  const preview = useMemo(() => previewOf(draft.globs, files ?? []), [draft.globs, files]);
  const back = href('conventions');
  const submit = async () => {
    const { title, rationale, tier } = draft;
    const input = { id: workspace.value.id, title, rationale, tier };
    const made = await client.call('proposeConvention', {
      ...input,
      affected_files: globsOf(preview),
    });
    if (isRefusal(made)) return setRefusal(made);
    kept.forget();
    tell(
      made.status === 'active' ? 'The rule counts now.' : 'Proposed. Another member accepts it.',
    );
    go(href('conventions', made.id));
  };
  const change = (changed: Draft) => {
    kept.change(changed);
    setRefusal(undefined);
  };
  return (
    <Page
      title="Propose a convention"
      above={{ title: 'Conventions', to: back }}
      isReady={files !== undefined}
    >
      <div class="form-page">
        <DraftForm
          label="The rule"
          kept={kept}
          submit="Propose"
          canSubmit={draft.title.trim() !== '' && preview.problem === ''}
          back={back}
          onSubmit={submit}
        >
          <Inputs draft={draft} preview={preview} refusal={refusal} onChange={change} />
        </DraftForm>
        <Matched preview={preview} known={files?.length ?? 0} />
      </div>
    </Page>
  );
}

interface MatchedProps {
  readonly preview: ReturnType<typeof previewOf>;
  /** How many files the repository has. */
  readonly known: number;
}

function Matched({ preview, known }: MatchedProps) {
  return (
    <section class="form-beside" aria-label="Files that it is about">
      <h2>Files that it is about</h2>
      {preview.globs.length === 0 ? (
        <p class="faint">The files that the globs match appear here while you type.</p>
      ) : (
        <>
          <p class="quiet numbers" role="status">
            {countOf(preview.files.length, known)}
          </p>
          <FileList files={preview.files} />
        </>
      )}
    </section>
  );
}
