import{C as s,E as a}from"./chunk-G7DOXRJF.js";var o=({status:t})=>a("span",{class:`state ${t.replace(/\W+/g,"-")}`,children:s.states[t]??t});export{o as a};
