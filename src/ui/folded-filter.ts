/** What a select finds of what is typed: 'davila' finds 'D’Ávila'. docs/rules.md#names-and-texts */
import type { ComboboxItem, OptionsFilter } from '@mantine/core'
import { foldText } from '../domain/text/fold.ts'

/** Every select, multiple select and field with suggestions filters by it. */
export const foldedFilter: OptionsFilter = ({ options, search, limit }) => {
  const wanted = foldText(search)
  const fits = ({ label }: ComboboxItem) => wanted === '' || foldText(label).includes(wanted)
  const found: typeof options = []
  let room = limit
  for (const option of options) {
    if (room <= 0) break
    if ('group' in option) {
      const items = option.items.filter(fits).slice(0, room)
      if (items.length > 0) found.push({ ...option, items })
      room -= items.length
    } else if (fits(option)) {
      found.push(option)
      room -= 1
    }
  }
  return found
}
