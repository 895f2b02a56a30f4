import { asData, asText } from '../../../../../../shared/kernel/display.ts';
import type { GateRun } from '../../../../../../shared/gate/runs.ts';
import { Name } from '../../../kit/code.tsx';

/** What did not pass, with what it said; the first 50 are kept. */
export function Failures({ run: { failures, failures_total: total } }: { readonly run: GateRun }) {
  return (
    <section class="gate-part" aria-labelledby="gate-failures">
      <h2 id="gate-failures">
        Failures <span class="faint numbers">{total}</span>
      </h2>
      <ol class="gate-failures">
        {failures.map(({ test_file: file, test_name: name, error_message: message }, at) => (
          <li key={at}>
            <p>
              <b>{asData(name) || 'The run as a whole'}</b>{' '}
              <span class="faint">
                <Name text={file} />
              </span>
            </p>
            {message !== undefined && <pre>{asText(message)}</pre>}
          </li>
        ))}
      </ol>
      {failures.length < total && (
        <p class="faint">
          Of {total} failures the first {failures.length} are kept.
        </p>
      )}
    </section>
  );
}
