var o,d,n=new Promise(e=>{d=e}),i=e=>{o=e,d(e)},l=async(e,a)=>(await n).begin(e,a),r=()=>o?.leave()??!0;export{i as a,l as b,r as c};
