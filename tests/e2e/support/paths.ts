/** Paths that the browser tests share between spec files. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A data folder filled once with the demo, copied by each server that a test starts. */
export const TEMPLATE =
  process.env.FAROL_E2E_TEMPLATE ?? join(tmpdir(), `farol-e2e-template-${process.getuid?.() ?? 0}`)
export const ROOT = new URL('../../..', import.meta.url).pathname
