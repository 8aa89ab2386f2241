/** The cost center of keys that stand for Virtual Tags (API document, section 2.3). Such a key is the ID of a tag. */
export const virtualTagsCostCenter = "Virtual Tags";
