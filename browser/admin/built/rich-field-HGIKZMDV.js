import{a}from"./chunk-UUUW3VVR.js";import"./chunk-HWFCJSXO.js";import"./chunk-AW2HS7EB.js";import"./chunk-DGVUP5ES.js";export{a as richField};
