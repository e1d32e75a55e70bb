/** A command that arrives at the server by push or by a REST call. */
import type { SessionUser } from '../../src/domain/session/session-user.ts'

export interface CommandRequest {
  readonly key: string
  readonly command: string
  /** Version of the command's schema in the app that queued it. */
  readonly schemaVersion: number
  readonly args: unknown
  readonly base: Readonly<Record<string, unknown>>
  readonly occurredAt: string
  readonly dependsOn: string | null
  readonly user: SessionUser
  readonly deviceId: string | null
}
