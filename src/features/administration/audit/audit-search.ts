/** The filters of 'Auditoria', as its address carries them. */
import { z } from 'zod'
import { AUDIT_ACTIONS } from '../../../domain/audit/audit-kinds.ts'
import { tableSearchSchema } from '../../../ui/table/table-search.ts'

const day = z.iso.date().optional().catch(undefined)

export const auditSearchSchema = tableSearchSchema.extend({
  de: day,
  ate: day,
  usuario: z.number().int().optional().catch(undefined),
  acao: z.enum(AUDIT_ACTIONS).optional().catch(undefined),
  registro: z.string().max(60).optional().catch(undefined),
})
export type AuditSearch = z.infer<typeof auditSearchSchema>

/** The query of the call. */
export const auditQuery = ({ de, ate, usuario, acao, registro }: AuditSearch) => ({
  start_date: de,
  end_date: ate,
  user_id: usuario,
  action: acao,
  entity: registro,
})
