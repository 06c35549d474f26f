/** Common words of English: where one is left, the German is none. Commands and quoted words of the file are the same in both. */
export const ENGLISH = /(?<![\w-])(the|is|not|that|with|without|which|must|each|or|to|of|and)(?![\w-])/i
