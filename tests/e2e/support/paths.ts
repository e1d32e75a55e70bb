/** Paths that the browser tests share between spec files. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// The first process of a run names it, and its workers inherit the name: two runs don't share it.
process.env.FAROL_E2E_RUN ??= join(tmpdir(), `farol-e2e-run-${process.pid}`)

/** Everything that a run prepares once for all its tests. */
export const RUN = process.env.FAROL_E2E_RUN
/** A data folder filled once with the demo, copied by each server that a test starts. */
export const TEMPLATE = join(RUN, 'template')
export const ROOT = new URL('../../..', import.meta.url).pathname
