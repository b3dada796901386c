import{x as s,z as a}from"./chunk-SEERIVUF.js";var o=({status:t})=>a("span",{class:`state ${t.replace(/\W+/g,"-")}`,children:s.states[t]??t});export{o as a};
