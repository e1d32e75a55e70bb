/** The filter form's look while its code loads, so that nothing moves when the form takes this place. */
import { Button, TextInput } from '@mantine/core'
import { BOARD_FILTERS } from '../../domain/board/board-filters.ts'
import { labelOf } from '../../domain/lead/field-words.ts'
import classes from './FilterBar.module.css'
import { DATE_PATTERN, TEXT_FIELDS } from './filter-entry.ts'

export function FilterFormPlace() {
  return (
    <div className={classes.form} inert>
      {[...TEXT_FIELDS.map(({ label }) => label), labelOf('broker_id')].map((label) => (
        <TextInput key={label} size="sm" label={label} readOnly />
      ))}
      {[BOARD_FILTERS.startDate.label, BOARD_FILTERS.endDate.label].map((label) => (
        <TextInput key={label} size="sm" label={label} readOnly placeholder={DATE_PATTERN} />
      ))}
      <div className={classes.submit}>
        <Button size="sm">Filtrar</Button>
        <Button size="sm" variant="default">
          Limpar Filtros
        </Button>
      </div>
    </div>
  )
}
