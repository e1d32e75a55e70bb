/**
 * The actions of the form, each under its rule (allowed-actions). Every command works offline. Wide screens show all
 * buttons; narrow ones show saving and the step in front or the end, and the rest in a menu. One button is filled: the
 * next step. The × at the top closes the form.
 */
import { Button, Group } from '@mantine/core'
import { useMediaQuery, useNetwork } from '@mantine/hooks'
import { IconFileImport, IconReceipt } from '@tabler/icons-react'
import { useState } from 'react'
import { useCorrectedNow } from '../../../device/useCorrectedNow.ts'
import { formLayout, maySimulateQuote } from '../../../domain/lead/form-rules.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { nextStep } from '../../../domain/lead/next-step.ts'
import { may } from '../../../domain/permissions/actions.ts'
import { callablePhones } from '../../../domain/phone/phone.ts'
import { roleOf } from '../../../domain/session/role.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { CallLine } from '../calls/CallLine.tsx'
import { ContactOffer } from '../calls/ContactOffer.tsx'
import { useFormCall } from '../calls/useFormCall.ts'
import { ProposalsDialog } from '../dialogs/ProposalsDialog.tsx'
import type { LeadFormApi } from '../form/form-api.ts'
import { LeadHead } from '../form/LeadHead.tsx'
import { type ActionSource, variantOf, workLines } from './action-table.tsx'
import { allowedActions } from './allowed-actions.ts'
import { EditDialogs } from './EditDialogs.tsx'
import { quoteTypeOf, statusFlowOf } from './form-lead.ts'
import classes from './LeadActionBar.module.css'
import { MoreMenu } from './MoreMenu.tsx'
import { useCardCalls } from './useCardCalls.ts'
import { useEditActions } from './useEditActions.ts'
import { useQuote } from './useQuote.ts'

/** The action bar of a wide screen: a button for each step of the daily work, the rest in 'Mais'. */
function ActionButtons(source: ActionSource) {
  return (
    <div className={classes.buttons}>
      {workLines(source).map(({ name, label, icon, run }) => (
        <Button
          key={name}
          variant={name === source.next ? 'filled' : 'default'}
          px="sm"
          leftSection={icon}
          loading={name === 'quote' && source.state.quoting.busy}
          onClick={run}
          data-calls={name === 'call' || undefined}
        >
          {label}
        </Button>
      ))}
      <MoreMenu source={source} label="Mais" withWork={false} />
    </div>
  )
}

export function LeadActionBar({ form }: { form: LeadFormApi }) {
  if (form.correcting) return <CorrectBar form={form} />
  return form.lead === null ? <CreateBar form={form} /> : <EditBar form={form} lead={form.lead} />
}

/** On narrower screens the lead's other actions move into the menu. */
const WIDE = '(min-width: 62em)'

function EditBar({ form, lead }: { form: LeadFormApi; lead: Lead }) {
  const wide = useMediaQuery(WIDE, true)
  const state = useEditActions(form, lead)
  const { call, contact, onEnd } = useFormCall(form, lead)
  const { onConversation } = useCardCalls(form.user)
  const nowMs = useCorrectedNow(form.user.id)
  const statusFlow = statusFlowOf(form, lead)
  const layout = formLayout(form.values.lead, lead)
  const allowed = allowedActions({ lead, user: form.user, statusFlow, layout })
  const { online } = useNetwork()
  const marksQuote = !online && quoteTypeOf(form, lead) !== null
  const next = nextStep({
    lead,
    typed: form.values.lead,
    isDirty: form.isDirty,
    may: (step) => allowed.has(step) && (step !== 'call' || callablePhones(form.values.client).length > 0),
    nowMs,
  })
  const shared = { lead, statusFlow, allowed, state, marksQuote, next }
  const inFront = workLines(shared).find(({ name }) => name === next)
  // A narrow bar has one place beside 'Salvar': the step in front, or the end.
  const showsEnd = allowed.has('finish') && (wide || inFront === undefined)
  return (
    <div data-call-place>
      <LeadHead
        form={form}
        lead={lead}
        allowed={allowed}
        nowMs={nowMs}
        onCall={() => state.open('call')}
        onConversation={onConversation}
        onSchedule={() => state.open('schedule')}
      />
      {call === undefined ? null : (
        <div className={classes.call}>
          <CallLine call={call} lead={lead} user={form.user} onEnd={onEnd} />
        </div>
      )}
      {contact === undefined || !allowed.has('save') ? null : (
        <div className={classes.call}>
          <ContactOffer call={contact} form={form} />
        </div>
      )}
      <div className={classes.root}>
        {wide ? (
          <ActionButtons {...shared} />
        ) : (
          <MoreMenu source={shared} label="Ações" withWork ends={!showsEnd} />
        )}
        <Group gap="xs" ml="auto" wrap="nowrap">
          {wide || inFront === undefined ? null : (
            <Button variant="filled" px="sm" leftSection={inFront.icon} onClick={inFront.run}>
              {inFront.label}
            </Button>
          )}
          {showsEnd ? (
            <Button variant={variantOf('finish', next)} px="sm" onClick={() => void state.finish.start()}>
              Finalizar
            </Button>
          ) : null}
          {allowed.has('save') ? (
            <Button variant={variantOf('save', next)} px="sm" onClick={() => void form.save()}>
              Salvar
            </Button>
          ) : null}
          {allowed.has('quiver') ? (
            <Button color="red" px="sm" onClick={() => state.open('cancel')}>
              Cancelamento no Quiver
            </Button>
          ) : null}
        </Group>
      </div>
      <EditDialogs form={form} lead={lead} state={state} layout={layout} />
    </div>
  )
}

function CorrectBar({ form }: { form: LeadFormApi }) {
  return (
    <div className={classes.root}>
      <Group gap="xs" ml="auto" wrap="nowrap">
        <Button variant="default" onClick={form.close}>
          Fechar
        </Button>
        <Button onClick={() => void form.save()}>Enviar de novo</Button>
      </Group>
    </div>
  )
}

function CreateBar({ form }: { form: LeadFormApi }) {
  const [importing, setImporting] = useState(false)
  const [clearing, setClearing] = useState(false)
  const { busy, simulate } = useQuote(form)
  const { catalogues, user, values } = form
  const { inviter_id, partner_id } = values.lead
  const simulates =
    may('quote.simulate', roleOf(user)) &&
    maySimulateQuote({
      mode: 'create',
      inviterRole: inviter_id === null ? null : (catalogues.users.get(inviter_id)?.role_id ?? null),
      partner: partner_id === null ? null : (catalogues.partnerRows.get(partner_id) ?? null),
    })
  return (
    <>
      <div className={classes.root}>
        <Group gap="xs">
          {may('proposal.import', roleOf(user)) ? (
            <Button
              variant="default"
              leftSection={<IconFileImport size={18} aria-hidden />}
              onClick={() => setImporting(true)}
            >
              Propostas
            </Button>
          ) : null}
          {simulates ? (
            <Button
              variant="default"
              loading={busy}
              leftSection={<IconReceipt size={18} aria-hidden />}
              onClick={() => void simulate()}
            >
              Simular cotação
            </Button>
          ) : null}
        </Group>
        <Group gap="xs" ml="auto" wrap="nowrap">
          {form.closes || form.isDirty ? (
            <Button variant="default" onClick={form.closes ? form.close : () => setClearing(true)}>
              {form.closes ? 'Fechar' : 'Limpar'}
            </Button>
          ) : null}
          <Button type="submit">{form.saveLabel}</Button>
        </Group>
      </div>
      <div onSubmit={(event) => event.stopPropagation()}>
        <ProposalsDialog form={form} opened={importing} onClose={() => setImporting(false)} />
        <ConfirmDialog
          opened={clearing}
          title="Limpar formulário"
          danger
          confirm="Limpar campos"
          onClose={() => setClearing(false)}
          onConfirm={() => {
            setClearing(false)
            form.close()
          }}
        >
          O que foi digitado será descartado.
        </ConfirmDialog>
      </div>
    </>
  )
}
