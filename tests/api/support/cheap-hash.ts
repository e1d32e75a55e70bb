/** Hashes of passwords for tests: a check costs what the stored hash says, and a real one takes 25 ms of a core. */
import { hash } from '@node-rs/argon2'

export const cheapHash = (password: string): Promise<string> =>
  hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
