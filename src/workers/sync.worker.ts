/** The sync worker: docs/sync-protocol.md#one-writer */
import { expose } from 'comlink'
import { syncTurns } from './sync-turns.ts'

expose(syncTurns)
