import type { RoleId } from '../session/session-user.ts'

/** Who indicates by the external form, and whose link opens it: docs/rules.md#external-indication */
export const EXTERNAL_INVITERS: readonly RoleId[] = [1, 5, 7]
