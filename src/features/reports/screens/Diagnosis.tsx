/** /relatorio-diagnostico, with a tab for renewals and one for new insurance: docs/rules.md#report-diagnosis */
import { Tabs } from '@mantine/core'
import '@mantine/core/styles/Tabs.layer.css'
import { newDiagnosisBinding, renewalDiagnosisBinding } from '../../../contract/reports/diagnosis.ts'
import { DIAGNOSIS_TITLE, NEW_TAB } from '../../../domain/reports/diagnosis-report.ts'
import { ReportScreen } from '../ReportScreen.tsx'
import type { ReportScreenProps } from '../screen-props.ts'

/** By the tab's name in the address. */
const TABS = {
  renovacao: { label: 'Renovação', binding: renewalDiagnosisBinding },
  [NEW_TAB]: { label: 'Seguro novo', binding: newDiagnosisBinding },
} as const

export default function DiagnosisScreen({ user, search, onSearch }: ReportScreenProps) {
  const aba = search.aba === NEW_TAB ? NEW_TAB : 'renovacao'
  return (
    <Tabs value={aba} onChange={(tab) => onSearch({ ...search, aba: tab ?? undefined })}>
      <Tabs.List aria-label={DIAGNOSIS_TITLE} px="md" pt="xs">
        {Object.entries(TABS).map(([name, { label }]) => (
          <Tabs.Tab key={name} value={name}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.keys(TABS).map((name) => (
        <Tabs.Panel key={name} value={name}>
          {name === aba ? (
            <ReportScreen
              binding={TABS[aba].binding}
              user={user}
              search={search}
              // Clearing the filters stays in the tab.
              onSearch={(next) => onSearch({ ...next, aba: search.aba })}
            />
          ) : null}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
