/** How a command of the terminal ends: a sentence on the standard output, or a reason on the other and the exit code 1. */
import { makeNothingForOthers } from '../base/private-files.ts'
import { refusalOfThisUser } from './root-commands.ts'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

function fail(sentence: string): void {
  process.stderr.write(`${sentence}\n`)
  process.exitCode = 1
}

/**
 * Runs `main`, which resolves with the sentence. `explain` words a failure; it is the error's message otherwise. Root is
 * refused where the folders are another user's.
 */
export async function asCommand(
  main: () => Promise<string>,
  explain: (error: unknown) => string | null = () => null,
): Promise<void> {
  makeNothingForOthers()
  try {
    const refusal = await refusalOfThisUser(process.env)
    if (refusal !== null) return fail(refusal)
    process.stdout.write(`${await main()}\n`)
  } catch (error) {
    fail(explain(error) ?? messageOf(error))
  }
}
