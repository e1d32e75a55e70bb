/**
 * What the schemas of ECMA-376 part 1 (sml.xsd, and the package parts of part 2) say of the elements that our sheets use:
 * children in their order, attributes with their values. An element or attribute that is not here fails the test: it
 * needs its line first.
 */

export interface ElementRule {
  /** Names in the order of the schema's sequence. Absent: no children. */
  readonly children?: readonly string[]
  /** Children in any order: a choice. */
  readonly isChoice?: true
  readonly required?: readonly string[]
  readonly attributes?: Readonly<Record<string, RegExp>>
  /** Of its children: the attribute `count` must equal their number. */
  readonly counts?: true
  /** May have text. */
  readonly text?: RegExp
}

const ANY = /^[\s\S]*$/
const INTEGER = /^\d+$/
const SIGNED = /^-?\d+$/
const DOUBLE = /^-?\d+(\.\d+)?(E[+-]?\d+)?$/i
const BOOLEAN = /^(0|1|true|false)$/
const CELL = /^[A-Z]{1,3}[1-9]\d*$/
const RANGE = /^[A-Z]{1,3}[1-9]\d*(:[A-Z]{1,3}[1-9]\d*)?$/
const NAME = /^[\w-]+$/
const RGB = /^[0-9A-F]{8}$/i

const flags = (...names: string[]) => Object.fromEntries(names.map((name) => [name, BOOLEAN]))
const list = (child: string): ElementRule => ({
  children: [child],
  counts: true,
  attributes: { count: INTEGER },
})

/** CT_Worksheet and what is in it. */
export const WORKSHEET: Readonly<Record<string, ElementRule>> = {
  worksheet: {
    children: [
      'sheetPr',
      'dimension',
      'sheetViews',
      'sheetFormatPr',
      'cols',
      'sheetData',
      'sheetCalcPr',
      'sheetProtection',
      'protectedRanges',
      'scenarios',
      'autoFilter',
      'sortState',
      'dataConsolidate',
      'customSheetViews',
      'mergeCells',
      'phoneticPr',
      'conditionalFormatting',
      'dataValidations',
      'hyperlinks',
      'printOptions',
      'pageMargins',
      'pageSetup',
      'headerFooter',
    ],
  },
  dimension: { required: ['ref'], attributes: { ref: RANGE } },
  sheetViews: { children: ['sheetView'] },
  sheetView: {
    children: ['pane', 'selection'],
    required: ['workbookViewId'],
    attributes: { workbookViewId: INTEGER, ...flags('showGridLines', 'tabSelected') },
  },
  pane: {
    attributes: {
      xSplit: DOUBLE,
      ySplit: DOUBLE,
      topLeftCell: CELL,
      activePane: /^(bottomRight|topRight|bottomLeft|topLeft)$/,
      state: /^(split|frozen|frozenSplit)$/,
    },
  },
  sheetFormatPr: { required: ['defaultRowHeight'], attributes: { defaultRowHeight: DOUBLE } },
  cols: { children: ['col'] },
  col: {
    required: ['min', 'max'],
    attributes: {
      min: INTEGER,
      max: INTEGER,
      width: DOUBLE,
      style: INTEGER,
      ...flags('customWidth', 'hidden'),
    },
  },
  sheetData: { children: ['row'] },
  row: { children: ['c'], attributes: { r: INTEGER, spans: /^\d+:\d+$/ } },
  // 'f' is a formula: no sheet of a report has one.
  c: { children: ['v', 'is'], attributes: { r: CELL, s: INTEGER, t: /^(b|n|e|s|str|inlineStr)$/ } },
  v: { text: ANY },
  is: { children: ['t'] },
  t: { attributes: { 'xml:space': /^preserve$/ }, text: ANY },
  autoFilter: { attributes: { ref: RANGE } },
  pageMargins: {
    required: ['left', 'right', 'top', 'bottom', 'header', 'footer'],
    attributes: { left: DOUBLE, right: DOUBLE, top: DOUBLE, bottom: DOUBLE, header: DOUBLE, footer: DOUBLE },
  },
}

/** CT_Workbook. */
export const WORKBOOK: Readonly<Record<string, ElementRule>> = {
  workbook: {
    children: [
      'fileVersion',
      'fileSharing',
      'workbookPr',
      'workbookProtection',
      'bookViews',
      'sheets',
      'functionGroups',
      'externalReferences',
      'definedNames',
      'calcPr',
    ],
  },
  workbookPr: { attributes: { ...flags('date1904'), defaultThemeVersion: INTEGER } },
  bookViews: { children: ['workbookView'] },
  workbookView: {
    attributes: {
      xWindow: SIGNED,
      yWindow: SIGNED,
      windowWidth: INTEGER,
      windowHeight: INTEGER,
      activeTab: INTEGER,
      firstSheet: INTEGER,
    },
  },
  sheets: { children: ['sheet'] },
  sheet: {
    required: ['name', 'sheetId', 'r:id'],
    attributes: { name: /^[^[\]:*?/\\]{1,31}$/, sheetId: /^[1-9]\d*$/, 'r:id': NAME },
  },
  definedNames: { children: ['definedName'] },
  definedName: {
    required: ['name'],
    attributes: { name: /^[\w.]+$/, localSheetId: INTEGER, ...flags('hidden') },
    text: ANY,
  },
  calcPr: { attributes: { calcId: INTEGER, ...flags('fullCalcOnLoad') } },
}

const FONT = ['b', 'i', 'strike', 'u', 'vertAlign', 'sz', 'color', 'name', 'family', 'charset', 'scheme']
const SIDES = ['left', 'right', 'top', 'bottom', 'diagonal']
const side: ElementRule = { children: ['color'], attributes: { style: NAME } }

/** CT_Stylesheet. */
export const STYLES: Readonly<Record<string, ElementRule>> = {
  styleSheet: {
    children: [
      'numFmts',
      'fonts',
      'fills',
      'borders',
      'cellStyleXfs',
      'cellXfs',
      'cellStyles',
      'dxfs',
      'tableStyles',
      'colors',
    ],
  },
  numFmts: list('numFmt'),
  // Those up to 163 are built in.
  numFmt: {
    required: ['numFmtId', 'formatCode'],
    attributes: { numFmtId: /^(16[4-9]|1[7-9]\d|[2-9]\d\d|\d{4,})$/, formatCode: /^.+$/ },
  },
  fonts: list('font'),
  font: { children: FONT, isChoice: true },
  b: {},
  sz: { required: ['val'], attributes: { val: DOUBLE } },
  name: { required: ['val'], attributes: { val: /^.{1,31}$/ } },
  family: { required: ['val'], attributes: { val: INTEGER } },
  scheme: { required: ['val'], attributes: { val: /^(none|major|minor)$/ } },
  color: { attributes: { theme: INTEGER, rgb: RGB, indexed: INTEGER, auto: BOOLEAN } },
  fills: list('fill'),
  fill: { children: ['patternFill', 'gradientFill'], isChoice: true },
  patternFill: { children: ['fgColor', 'bgColor'], attributes: { patternType: NAME } },
  borders: list('border'),
  border: { children: SIDES },
  ...Object.fromEntries(SIDES.map((name) => [name, side])),
  cellStyleXfs: list('xf'),
  cellXfs: list('xf'),
  xf: {
    attributes: {
      numFmtId: INTEGER,
      fontId: INTEGER,
      fillId: INTEGER,
      borderId: INTEGER,
      xfId: INTEGER,
      ...flags('applyNumberFormat', 'applyFont', 'applyFill', 'applyBorder', 'applyAlignment'),
    },
  },
  cellStyles: list('cellStyle'),
  cellStyle: {
    required: ['xfId'],
    attributes: { name: /^.+$/, xfId: INTEGER, builtinId: INTEGER },
  },
  dxfs: { attributes: { count: /^0$/ } },
  tableStyles: {
    attributes: { count: /^0$/, defaultTableStyle: NAME, defaultPivotStyle: NAME },
  },
}

/** CT_Sst. */
export const STRINGS: Readonly<Record<string, ElementRule>> = {
  // `count` is of all uses, `uniqueCount` of the texts.
  sst: { children: ['si'], attributes: { count: INTEGER, uniqueCount: INTEGER } },
  si: { children: ['t'] },
  t: { attributes: { 'xml:space': /^preserve$/ }, text: ANY },
}

/** CT_Types. */
export const CONTENT_TYPES: Readonly<Record<string, ElementRule>> = {
  Types: { children: ['Default', 'Override'], isChoice: true },
  Default: {
    required: ['Extension', 'ContentType'],
    attributes: { Extension: /^\w+$/, ContentType: /^[\w.+-]+\/[\w.+-]+$/ },
  },
  Override: {
    required: ['PartName', 'ContentType'],
    attributes: { PartName: /^(\/[\w.[\]-]+)+$/, ContentType: /^[\w.+-]+\/[\w.+-]+$/ },
  },
}

/** CT_Relationships. */
export const RELATIONSHIPS: Readonly<Record<string, ElementRule>> = {
  Relationships: { children: ['Relationship'] },
  Relationship: {
    required: ['Id', 'Type', 'Target'],
    attributes: { Id: /^[A-Za-z_][\w.-]*$/, Type: /^https?:\/\/[^\s]+$/, Target: /^[^\s]+$/ },
  },
}
