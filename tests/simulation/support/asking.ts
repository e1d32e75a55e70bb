/**
 * Whether the tablets ask their leads before they queue a command. An app of an earlier version did not, and its commands still
 * arrive: the server refuses them. No scenario of a mutant has tablets that ask, so that those stay as they are.
 */
import { commands } from '../../../src/commands/registry.ts'

const FIRST = 60
const EVERY = 9
const PLACE = 7

let asks = false

/** The server prepares its commands by its handlers. */
for (const command of Object.values(commands)) {
  const { prepare } = command
  const prepareEarlier: typeof prepare = (args) => {
    const prepared = prepare(args)
    return asks || 'errors' in prepared ? prepared : { ...prepared, problem: () => null }
  }
  Object.assign(command, { prepare: prepareEarlier })
}

export function askIn(seed: number): void {
  asks = seed >= FIRST && seed % EVERY === PLACE
}
