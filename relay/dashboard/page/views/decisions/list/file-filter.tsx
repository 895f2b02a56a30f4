import { useEffect, useRef } from 'preact/hooks';
import { useAddress } from '../../../place/address.ts';

interface FileFilterProps {
  readonly file: string;
  readonly disabledBecause: string | undefined;
}

/** A whole path, so it counts when the person is done with it: at Enter, and when the focus goes. */
export function FileFilter({ file, disabledBecause }: FileFilterProps) {
  const { setQuery } = useAddress();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current !== null) field.current.value = file;
  }, [file]);
  return (
    <input
      ref={field}
      class="input pick decision-file"
      aria-label="File"
      placeholder="Any file"
      spellcheck={false}
      disabled={disabledBecause !== undefined}
      title={disabledBecause ?? 'The whole path of a file, such as src/auth.ts'}
      onChange={({ currentTarget }) => setQuery({ file: currentTarget.value.trim() })}
    />
  );
}
