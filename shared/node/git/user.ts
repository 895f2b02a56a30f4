import type { RunGit } from './git-calls.ts';

/** `user.name` and `user.email` as git would write them into a commit here; undefined where they are not set. */
export async function gitUser(
  git: RunGit,
  folder: string,
): Promise<{ name?: string; email?: string }> {
  const [name, email] = await Promise.all(
    ['user.name', 'user.email'].map(async (key) => {
      const { stdout } = await git(folder, ['config', '--get', key]);
      return stdout.trim() || undefined;
    }),
  );
  return { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
}
