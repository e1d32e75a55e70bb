/** What the address of the help carries. */
import { z } from 'zod'

export const helpSearchSchema = z.object({
  /** A page by the name of its file. */
  pagina: z.string().max(60).optional().catch(undefined),
  /** The screen from which the help was opened. */
  tela: z.string().max(60).optional().catch(undefined),
  busca: z.string().max(200).optional().catch(undefined),
})
export type HelpSearch = z.infer<typeof helpSearchSchema>
