/** A tab for each line of insurance that this customer may have. Each filled tab becomes a lead. */
import { Checkbox, Tabs, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { chosenTabs, type LineChange, lineOf, type TypedIndication } from '../../domain/indication/form.ts'
import type { IndicationTab } from '../../domain/indication/lines.ts'
import { cityNote } from '../../domain/indication/problems.ts'
import { DOCUMENT_FIRST } from '../../domain/indication/words.ts'
import { DetailFields } from './DetailFields.tsx'
import classes from './External.module.css'
import { type Errors, fieldId } from './fields.ts'
import { Section } from './Section.tsx'

interface LinesPartProps {
  readonly userId: number
  readonly typed: TypedIndication
  readonly tabs: readonly IndicationTab[]
  readonly active: string | null
  readonly errors: Errors
  readonly onTab: (key: string | null) => void
  readonly onLine: (tab: IndicationTab, change: LineChange) => void
}

export function LinesPart(props: LinesPartProps) {
  const { typed, tabs, active, errors, onTab } = props
  const count = chosenTabs(typed, tabs).length
  const note = count === 0 ? 'Escolha um ou mais. Cada um vira um lead.' : countWords(count)
  const open = tabs.find(({ key }) => key === active) ?? tabs[0]
  return (
    <Section title="Seguros" note={note}>
      <div id={fieldId('lines')} tabIndex={-1} className={classes.lines}>
        {errors.has('lines') ? <p className={classes.error}>{errors.get('lines')}</p> : null}
        {open === undefined ? (
          <Text c="dimmed">{DOCUMENT_FIRST}</Text>
        ) : (
          <Tabs value={open.key} onChange={onTab} keepMounted={false}>
            <div className={classes.tabs}>
              <Tabs.List>
                {tabs.map((tab) => (
                  <Tabs.Tab
                    key={tab.key}
                    value={tab.key}
                    leftSection={
                      lineOf(typed, tab).on ? <IconCheck size={16} aria-label="será indicado" /> : null
                    }
                  >
                    {tab.label}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
            </div>
            {tabs.map((tab) => (
              <Tabs.Panel key={tab.key} value={tab.key} pt="md">
                <LinePanel {...props} tab={tab} />
              </Tabs.Panel>
            ))}
          </Tabs>
        )}
      </div>
    </Section>
  )
}

const countWords = (count: number) =>
  count === 1 ? '1 seguro: será criado 1 lead.' : `${count} seguros: serão criados ${count} leads.`

function LinePanel({ userId, typed, tab, errors, onLine }: LinesPartProps & { readonly tab: IndicationTab }) {
  const line = lineOf(typed, tab)
  const note = cityNote(tab.kind, typed.client.address.city)
  return (
    <>
      <Checkbox
        label={`Indicar ${tab.label}`}
        checked={line.on}
        onChange={(event) => onLine(tab, { on: event.currentTarget.checked })}
      />
      {note === null ? null : <p className={classes.cepNote}>{note}</p>}
      {line.on ? (
        <DetailFields
          userId={userId}
          tab={tab}
          line={line}
          errors={errors}
          onChange={(change) => onLine(tab, change)}
        />
      ) : null}
    </>
  )
}
