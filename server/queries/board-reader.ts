/** Who reads the board, and what for. */
import type { z } from 'zod'
import type { listBrokerQuerySchema } from '../../src/contract/board.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'
import type { Reader } from './lead-row.ts'

export interface BoardReader {
  readonly db: Reader
  readonly user: SessionUser
  readonly settings: Settings
  readonly nowMs: number
}

export type ListQuery = z.infer<typeof listBrokerQuerySchema>
