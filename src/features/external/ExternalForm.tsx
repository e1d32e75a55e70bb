/** The form: the customer, a tab for each line, and one command for each line that is indicated. */
import { Button, Group } from '@mantine/core'
import { useRef, useState } from 'react'
import { DraftBanner, DraftWords } from '../../device/DraftBanner.tsx'
import { chosenTabs, withClient, withLine } from '../../domain/indication/form.ts'
import { holderOfDocument } from '../../domain/indication/lines.ts'
import { sendWords } from '../../domain/indication/words.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import layout from '../../ui/FormLayout.module.css'
import { ProblemList } from '../../ui/ProblemList.tsx'
import { ToastPlace } from '../../ui/ToastPlace.tsx'
import { ClientPart } from './ClientPart.tsx'
import classes from './External.module.css'
import { LinesPart } from './LinesPart.tsx'
import type { IndicationForm } from './useIndicationForm.ts'

interface ExternalFormProps {
  readonly userId: number
  readonly form: IndicationForm
  /** Whether 'Limpar' is offered. */
  readonly canEmpty: boolean
}

export function ExternalForm({ userId, form, canEmpty }: ExternalFormProps) {
  const { typed, tabs, errors, keeper, change } = form
  const [emptying, setEmptying] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const { offer } = keeper
  // The banner disappears with the focused button: the form takes the focus.
  const answered = (act: () => void) => () => {
    act()
    element.current?.focus()
  }

  return (
    <form
      ref={element}
      className={classes.form}
      noValidate
      tabIndex={-1}
      aria-label="Indicação externa"
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      {offer ? (
        <DraftBanner
          savedAt={offer.savedAt}
          onContinue={answered(form.continueDraft)}
          onDiscard={answered(() => keeper.settleOffer('discard'))}
        />
      ) : null}
      {/* Read-only until the user has decided about the offered draft, and while the values are sent. */}
      <fieldset className={layout.guard} disabled={offer !== null || form.busy}>
        <ClientPart
          userId={userId}
          client={typed.client}
          holder={holderOfDocument(typed.client.document)}
          errors={errors}
          onChange={(part) => change((now) => withClient(now, part))}
          onClient={(edit) => change((now) => ({ ...now, client: edit(now.client) }))}
          onAddress={(edit) => change((now) => withClient(now, { address: edit(now.client.address) }))}
        />
        <LinesPart
          userId={userId}
          typed={typed}
          tabs={tabs}
          active={form.active}
          errors={errors}
          onTab={form.open}
          onLine={(tab, part) => change((now) => withLine(now, tab, part))}
        />
      </fieldset>
      <div className={layout.foot}>
        <ProblemList problems={form.problems} onProblem={form.show} />
        <div className={layout.status}>
          <DraftWords savedAt={form.isDirty ? keeper.savedAt : null} failed={keeper.failed} />
          <ToastPlace />
        </div>
        <Group justify="flex-end" gap="xs">
          {canEmpty && form.isDirty ? (
            <Button variant="default" disabled={form.busy} onClick={() => setEmptying(true)}>
              Limpar
            </Button>
          ) : null}
          <Button type="submit" loading={form.busy} disabled={offer !== null}>
            {sendWords(chosenTabs(typed, tabs).length)}
          </Button>
        </Group>
      </div>
      <ConfirmDialog
        opened={emptying}
        danger
        title="Limpar a indicação?"
        confirm="Limpar a indicação"
        onConfirm={() => {
          setEmptying(false)
          form.empty()
        }}
        onClose={() => setEmptying(false)}
      >
        O que foi digitado se perde.
      </ConfirmDialog>
    </form>
  )
}
