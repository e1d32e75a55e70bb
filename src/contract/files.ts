/** The PDF of a lead: docs/rules.md#files. */
import { z } from 'zod'
import { idNumber } from './decimal.ts'

/** PUT /sync/files/{uid}: the bytes as application/pdf, 204; the same again changes nothing. `lead.attachFile` then joins it to its lead. */
export const fileParamsSchema = z.object({ uid: z.uuid().meta({ title: 'Identificação do arquivo' }) })

/** GET /leads/fileDownload: the bytes, as an attachment named '{id} OF.pdf'. */
export const fileDownloadQuerySchema = z.object({ lead_id: idNumber })
