/** The texts of WhatsApp messages that this device knows. */
import { useLiveQuery } from 'dexie-react-hooks'
import { catalogue } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import type { MessageTemplate } from '../../../domain/catalogue/catalogue.ts'

const NONE: readonly MessageTemplate[] = []

export const useTemplates = (userId: number): readonly MessageTemplate[] =>
  useLiveQuery(async () => catalogue(openMirror(userId), 'message_template'), [userId], NONE)
