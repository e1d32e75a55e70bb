/** How a command of the terminal ends: a sentence on the standard output, or a reason on the other and the exit code 1. */
import { makeNothingForOthers } from './private-files.ts'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Runs `main`, which resolves with the sentence. `explain` words a failure; it is the error's message otherwise. */
export function asCommand(
  main: () => Promise<string>,
  explain: (error: unknown) => string | null = () => null,
): void {
  makeNothingForOthers()
  main().then(
    (sentence) => process.stdout.write(`${sentence}\n`),
    (error: unknown) => {
      process.stderr.write(`${explain(error) ?? messageOf(error)}\n`)
      process.exitCode = 1
    },
  )
}
