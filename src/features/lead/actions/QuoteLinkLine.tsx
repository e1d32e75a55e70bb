/** Opens the link of a lead that was marked quoted without it, once there is a connection. docs/rules.md#quote-link */
import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconExternalLink } from '@tabler/icons-react'
import { quoteStepProblem } from '../../../domain/lead/lifecycle-problems.ts'
import layout from '../../../ui/FormLayout.module.css'
import type { LeadFormApi } from '../form/form-api.ts'
import { useQuote } from './useQuote.ts'

export const OPEN_QUOTE_LINK = 'Abrir link de cotação'

export function QuoteLinkLine({ form }: { readonly form: LeadFormApi }) {
  const { online } = useNetwork()
  const { busy, openOwed } = useQuote(form)
  const { lead, user } = form
  if (lead === null || form.correcting || !lead.quote_link_pending || quoteStepProblem(lead, user) !== null)
    return null
  return (
    <div className={layout.banner} role="status">
      <span className={layout.bannerWords}>
        {online
          ? 'Marcado como cotado sem abrir o link de cotação.'
          : 'Marcado como cotado sem conexão: o link de cotação abre quando ela voltar.'}
      </span>
      {online ? (
        <Button
          variant="default"
          loading={busy}
          leftSection={<IconExternalLink size={18} aria-hidden />}
          onClick={() => void openOwed()}
        >
          {OPEN_QUOTE_LINK}
        </Button>
      ) : null}
    </div>
  )
}
