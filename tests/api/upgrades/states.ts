/** Where the recorded states of earlier versions are. */
import { join } from 'node:path'

export const STATES = join(import.meta.dirname, 'states')
