/** Gives each server process a fixed share of a core, so that two on a small machine can be compared with one. */
import { access, mkdir, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = '/sys/fs/cgroup'
const PERIOD_US = 100_000

/**
 * Limits the process to `share` of one core by a control group of Linux, which needs root. Returns a function that removes
 * the group once the process has ended. Throws where the machine has no such groups.
 */
export async function limitToShare(pid: number, share: number): Promise<() => Promise<void>> {
  const isFirstVersion = await access(join(ROOT, 'cpu')).then(
    () => true,
    () => false,
  )
  const group = join(ROOT, isFirstVersion ? 'cpu' : '', `farol-bench-${pid}`)
  await mkdir(group)
  const quotaUs = Math.round(share * PERIOD_US)
  const [file, line] = isFirstVersion
    ? ['cpu.cfs_quota_us', String(quotaUs)]
    : ['cpu.max', `${quotaUs} ${PERIOD_US}`]
  await writeFile(join(group, file), line)
  await writeFile(join(group, 'cgroup.procs'), String(pid))
  return () => rmdir(group)
}
