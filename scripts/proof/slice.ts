/**
 * The slice of the proof that a commit runs. Some suites are longer than one `npm test` may take; each commit runs a
 * part of them, chosen by its hash, so that all parts run over time. `npm run test:long` runs everything. See
 * docs/testing.md#slices.
 */
import { runStep } from '../run-step.ts'
import { PARTS } from './file-slice.ts'

/** Numbers of random requests to choose from; each has its own requests. */
const FUZZ_SEEDS = 1000
const FUZZ_REQUESTS = 500

export interface Slice {
  /** Environment of the suites. Without it a suite runs everything. */
  readonly env: Readonly<Record<string, string>>
  /** A line for people. */
  readonly words: string
}

export function sliceOf(commit: string): Slice {
  const number = Number.parseInt(commit.slice(0, 12), 16)
  const database = number % 2 === 0 ? 'pglite' : 'postgres'
  const part = Math.floor(number / 2) % PARTS
  const seed = (Math.floor(number / 24) % FUZZ_SEEDS) + 1
  return {
    env: {
      TEST_DATABASE: database,
      SLICE: `${part}/${PARTS}`,
      FUZZ_SEED: String(seed),
      FUZZ_REQUESTS: String(FUZZ_REQUESTS),
    },
    words: `fatia do commit ${commit.slice(0, 8)}: API no ${database === 'pglite' ? 'PGlite' : 'PostgreSQL'}, telas e simulação, o núcleo e a parte ${part + 1} de ${PARTS}, semente ${seed} das requisições aleatórias`,
  }
}

/** The slice of the checked out commit. Outside a git checkout it is always the same one. */
export async function presentSlice(): Promise<Slice> {
  const { code, output } = await runStep({ name: 'git', command: ['git', 'rev-parse', 'HEAD'] })
  return sliceOf(code === 0 ? output.trim() : '0'.repeat(40))
}

/** The first of the scenarios that run with protected tablets. Those before it run with clear stores. */
const FIRST_SEALED = 301

/** So many scenarios with protected tablets, for `Proof.projects`. */
export const sealedScenarios = (count: number) => ({
  env: { SEALED: '1', FROM: String(FIRST_SEALED), SEEDS: String(FIRST_SEALED + count - 1) },
})
