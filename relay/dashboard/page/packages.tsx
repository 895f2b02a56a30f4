import { useState } from 'preact/hooks';
import type { Client } from '../../../shared/api/client.ts';
import { asData } from '../../../shared/kernel/display.ts';
import { isRefusal, type Refusal } from '../../../shared/kernel/refusal.ts';
import type { PackageStatus, WorkPackageRecord } from '../../../shared/work-packages/contract.ts';

interface PackagesProps {
  readonly client: Client;
  readonly workspaceId: string;
  readonly packages: readonly WorkPackageRecord[];
  onChanged(): void;
}

/** The work that meetings led to, for somebody to take. */
export function Packages({ packages, ...place }: PackagesProps) {
  if (packages.length === 0) return null;
  return (
    <section aria-labelledby="packages">
      <h2 id="packages">Work packages</h2>
      {packages.map((one) => (
        <Package key={one.id} one={one} {...place} />
      ))}
    </section>
  );
}

/** PKG-1: what is done next with one, by its state. */
const steps: Readonly<Partial<Record<PackageStatus, { word: string; status: PackageStatus }>>> = {
  open: { word: 'Claim', status: 'claimed' },
  claimed: { word: 'Begin', status: 'in_progress' },
  in_progress: { word: 'Complete', status: 'completed' },
};

interface PackageProps extends Omit<PackagesProps, 'packages'> {
  readonly one: WorkPackageRecord;
}

function Package({ one, client, workspaceId: id, onChanged }: PackageProps) {
  const [problem, setProblem] = useState('');
  const step = steps[one.status];
  const take = async ({ status }: { status: PackageStatus }) => {
    const named = { id, pid: one.id };
    const answer: WorkPackageRecord | Refusal =
      status === 'claimed'
        ? await client.call('claimPackage', named)
        : await client.call('movePackage', { ...named, status });
    setProblem(isRefusal(answer) ? answer.message : '');
    onChanged();
  };
  const { title, description, files, status, assignee_name: name } = one;
  return (
    <article>
      <h3>{asData(title)}</h3>
      <p class="quiet">
        {status}
        {name !== undefined && `, ${asData(name)}`}
      </p>
      {description !== title && <p>{asData(description, 1_000)}</p>}
      <p>
        {files.map((file) => (
          <code key={file}>{asData(file)} </code>
        ))}
      </p>
      {step !== undefined && <button onClick={() => take(step)}>{step.word}</button>}
      <p role="alert">{problem}</p>
    </article>
  );
}
