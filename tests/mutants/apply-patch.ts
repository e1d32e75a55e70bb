/** Plants a patch of this folder, takes it back, or checks that it fits. */
import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

interface Where {
  /** The folder that has `src` and `server`, as an absolute path. */
  readonly root: string
  readonly reverse?: boolean
  /** Changes nothing. */
  readonly check?: boolean
}

/** `patch` is relative to the root. Rejects with Git's reason when the patch does not fit. */
export async function applyPatch(
  patch: string,
  { root, reverse = false, check = false }: Where,
): Promise<void> {
  const options = [...(reverse ? ['--reverse'] : []), ...(check ? ['--check'] : [])]
  await promisify(execFile)('git', ['apply', '--whitespace=nowarn', ...options, patch], {
    cwd: root,
    // Below another repository Git would skip all files of the patch, without an error.
    env: { ...process.env, GIT_CEILING_DIRECTORIES: dirname(root) },
  })
}
